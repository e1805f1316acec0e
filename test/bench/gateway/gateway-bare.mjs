import http from "node:http";

/** The least that a collector could do: read the body, parse it, reply. The baseline for the gateway. */

const REPLY = Buffer.from('{"success":true}');

const server = http.createServer((request, response) => {
	const chunks = [];
	request.on("data", (chunk) => chunks.push(chunk));
	request.on("end", () => {
		JSON.parse(Buffer.concat(chunks).toString());
		response.writeHead(200, { "Content-Type": "application/json", "Content-Length": REPLY.length });
		response.end(REPLY);
	});
});

server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("message", () =>
	process.send({ cpuMicroseconds: cpu(), stored: undefined, memory: process.memoryUsage() }),
);

const cpu = () => {
	const { user, system } = process.cpuUsage();
	return user + system;
};
