SwaggerUIBundle({
	// Beside the page, below whatever path the product is reached.
	url: new URL("../openapi.json", document.currentScript.src).href,
	dom_id: "#description",
	deepLinking: true,
	docExpansion: "none",
	filter: true,
	// Its badge would be asked of another server.
	validatorUrl: null,
});
