"""Calls of a customer with the Python client that the test beside it generates; prints the results as JSON."""

import json
import sys
import time

from footfall_client import AuthenticatedClient
from footfall_client.api.general import post_api_sites_site_query, post_api_sites_site_reports
from footfall_client.api.ingestion import post_api_track
from footfall_client.api.overview import get_api_sites_site_overview
from footfall_client.api.sessions import get_api_sites_site_sessions
from footfall_client.models import (
    ApiError,
    PageviewEvent,
    Question,
    ReportAnswer,
    ReportQuestion,
    ReportsRequest,
)

url, key, site = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key)

for visitor in ("ada", "bruno"):
    event = PageviewEvent("pageview", site, pathname="/pricing", anonymous_id=visitor)
    tracked = post_api_track.sync(client=client, body=event)

# An event is in the reports a moment after it was stored.
deadline = time.monotonic() + 60
while True:
    overview = get_api_sites_site_overview.sync(site, client=client)
    if overview.data.sessions == 2 or time.monotonic() > deadline:
        break
    time.sleep(0.1)

answer = post_api_sites_site_query.sync(
    site, client=client, body=Question(metrics=["sessions"], dimensions=["pathname"])
)
pages = [get_api_sites_site_sessions.sync(site, client=client, page=page, limit=1) for page in (1, 2, 3)]
refused = get_api_sites_site_overview.sync(site, client=client, start_date="yesterday")
questions = [ReportQuestion(id="first", report="overview"), ReportQuestion(id="second", report="has-data")]
lines = post_api_sites_site_reports.sync_detailed(
    site, client=client, body=ReportsRequest(questions=questions)
).content.splitlines()
answers = [ReportAnswer.from_dict(json.loads(line)) for line in lines]

print(
    json.dumps(
        {
            "tracked": tracked.success,
            "overview": [overview.data.sessions, overview.data.pageviews],
            "rows": [[row.dimensions, row.metrics] for row in answer.rows],
            "pages": [len(page.data) for page in pages],
            "refused": [isinstance(refused, ApiError), refused.code],
            "lines": sorted([one.id, one.status] for one in answers),
        }
    )
)
