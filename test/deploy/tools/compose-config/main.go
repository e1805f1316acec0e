// Prints a Compose file as JSON, interpolated with the environment and checked as Docker Compose checks it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func project(path string) ([]byte, error) {
	options, err := cli.NewProjectOptions([]string{path}, cli.WithOsEnv, cli.WithDotEnv)
	if err != nil {
		return nil, err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return nil, err
	}
	return json.Marshal(project)
}

func main() {
	printed, err := project(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(string(printed))
}
