SwaggerUIBundle({
	url: "/api/openapi.json",
	dom_id: "#description",
	deepLinking: true,
	docExpansion: "none",
	filter: true,
	// Its badge would be asked of another server.
	validatorUrl: null,
});
