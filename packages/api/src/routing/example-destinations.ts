const FOLDER_TARGET = { kind: "folder", path: "/srv/exports/footfall" };

/** Examples of where an instance sends its events to. */
export const DESTINATION_EXAMPLES: Readonly<Record<string, unknown>> = {
	destinationId: 1,
	"FolderTarget.path": "/srv/exports/footfall",
	"Destination.target": FOLDER_TARGET,
	"DestinationCreation.target": FOLDER_TARGET,
	"DestinationTrial.target": FOLDER_TARGET,
	"PermittedDestinations.folder": "/srv/exports",
	"DestinationCreation.columns": undefined,
	"DestinationTrial.columns": undefined,
	"DestinationUpdate.columns": ["pathname", "country"],
	"Destination.columns": null,
	"DestinationList.columns": ["event_id", "pathname", "country"],
	"DestinationProgress.failure": "",
	"DestinationProgress.failingSince": null,
	"DestinationProgress.deliveredAt": "2026-11-02T09:30:00.000Z",
	"DestinationCheck.isUsable": true,
	"DestinationCheck.failure": "",
	"Destination.name": "Data lake",
	"DestinationCreation.name": "Data lake",
	"DestinationTrial.name": "Data lake",
	"DestinationUpdate.name": "Data lake",
};
