// Calls of a customer with the Go client that the test beside it generates; prints the results as JSON.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"sort"
	"time"

	"footfall.example/tour/footfall"
)

// must ends the tour: an error that a customer would handle is a fault here.
func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func to[Value any](value Value) *Value { return &value }

func main() {
	url, key, site := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	client := must(footfall.NewClientWithResponses(url, footfall.WithRequestEditorFn(withKey)))

	tracked := false
	for _, visitor := range []string{"ada", "bruno"} {
		event := footfall.PageviewEvent{
			Type: "pageview", SiteId: site, Pathname: to("/pricing"), AnonymousId: to(visitor),
		}
		body := must(json.Marshal(event))
		sent := must(client.PostApiTrackWithBodyWithResponse(ctx, "application/json", bytes.NewReader(body)))
		tracked = bool(must(sent.JSON200.AsAcceptedEvent()).Success)
	}

	// An event is in the reports a moment after it was stored.
	overview := func(params footfall.GetApiSitesSiteOverviewParams) *footfall.GetApiSitesSiteOverviewResponse {
		return must(client.GetApiSitesSiteOverviewWithResponse(ctx, site, &params))
	}
	seen := overview(footfall.GetApiSitesSiteOverviewParams{}).JSON200.Data
	for deadline := time.Now().Add(time.Minute); seen.Sessions < 2 && time.Now().Before(deadline); {
		time.Sleep(100 * time.Millisecond)
		seen = overview(footfall.GetApiSitesSiteOverviewParams{}).JSON200.Data
	}

	answer := must(client.PostApiSitesSiteQueryWithResponse(ctx, site, &footfall.PostApiSitesSiteQueryParams{},
		footfall.Question{Metrics: []string{"sessions"}, Dimensions: &[]string{"pathname"}})).JSON200
	pages := []int{}
	for _, page := range []int{1, 2, 3} {
		listed := must(client.GetApiSitesSiteSessionsWithResponse(ctx, site,
			&footfall.GetApiSitesSiteSessionsParams{Page: to(page), Limit: to(1)}))
		pages = append(pages, len(listed.JSON200.Data))
	}
	refused := overview(footfall.GetApiSitesSiteOverviewParams{StartDate: to("yesterday")}).JSON400
	streamed := must(client.PostApiSitesSiteReports(ctx, site, footfall.ReportsRequest{
		Questions: []footfall.ReportQuestion{{Id: "first", Report: "overview"}, {Id: "second", Report: "has-data"}},
	}))
	defer streamed.Body.Close()
	lines := [][]any{}
	for decoder := json.NewDecoder(streamed.Body); decoder.More(); {
		var line footfall.ReportAnswer
		if err := decoder.Decode(&line); err != nil {
			panic(err)
		}
		lines = append(lines, []any{line.Id, line.Status})
	}
	sort.Slice(lines, func(one, other int) bool { return lines[one][0].(string) < lines[other][0].(string) })

	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"tracked":  tracked,
		"overview": []any{seen.Sessions, seen.Pageviews},
		"rows":     [][]any{{answer.Rows[0].Dimensions, answer.Rows[0].Metrics}},
		"pages":    pages,
		"refused":  []any{refused != nil, refused.Code},
		"lines":    lines,
	}))
}
