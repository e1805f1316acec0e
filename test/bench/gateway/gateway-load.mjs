import net from "node:net";
import { addressOf, ID_DIGITS, requestOf, VISITORS } from "./gateway-requests.mjs";

/**
 * Connects, sends events over these keep-alive connections for `warmUpSeconds` that do not count, says `{ warm: true }`
 * if there were any, goes on for `seconds`, and tells what came back. With a `rate` (requests per second) requests leave
 * when they are due, whether or not earlier ones were answered, and a latency is counted from the moment that a request
 * was due; `lateP99` is how late they left, which is this process's share of it. Without a rate each connection sends its
 * next request when the last is answered. With a `batch` a request holds so many events. Lean on purpose: a slow
 * generator would measure itself.
 */

const {
	port,
	seconds,
	warmUpSeconds = 0,
	connections,
	batch = 1,
	rate,
	siteId = "1",
} = JSON.parse(process.argv[2]);

/** Different requests; each goes out for one visitor after the other. */
const REQUESTS = 2_000;
const requests = Array.from({ length: REQUESTS }, (_, visitor) =>
	requestOf(visitor, { batch, siteId }),
);
const BODY_START = Buffer.from("\r\n\r\n");
const LENGTH = /content-length: (\d+)/i;

let latencies = [];
let delays = [];
const refused = new Map();
/** Of these, so many came before counting began. */
let replies = 0;
let uncounted = 0;
let next = 0;
/** Runs that follow each other on one server must not repeat ids. */
let lastId = (Date.now() % 1e8) * 1e4;
let isOver = false;
let open = connections;
let sentBytes = 0;
let receivedBytes = 0;
const sockets = [];

let startedAt = 0;
let countsFrom = Number.POSITIVE_INFINITY;
let endsAt = Number.POSITIVE_INFINITY;

const percentiles = (values) => {
	const sorted = Float64Array.from(values).sort();
	return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

const finish = () => {
	const took = (performance.now() - countsFrom) / 1000;
	const latency = percentiles(latencies);
	const counted = replies - uncounted;
	process.send(
		{
			requestsPerSecond: counted / took,
			replies: counted,
			allReplies: replies,
			refused: [...refused],
			p50: latency(0.5),
			p90: latency(0.9),
			p99: latency(0.99),
			max: latency(1),
			lateP99: percentiles(delays)(0.99),
			sentBytes,
			receivedBytes,
		},
		() => process.exit(0),
	);
};

/** What came before belongs to the warm-up. */
const beginCounting = () => {
	countsFrom = performance.now();
	endsAt = countsFrom + seconds * 1000;
	uncounted = replies;
	latencies = [];
	delays = [];
	for (const { bytesWritten, bytesRead } of sockets) {
		sentBytes -= bytesWritten;
		receivedBytes -= bytesRead;
	}
	if (warmUpSeconds > 0) process.send({ warm: true });
};

const nextRequest = () => {
	const { bytes, ids, address } = requests[next % REQUESTS];
	bytes.write(addressOf(next++ % VISITORS), address, "latin1");
	for (const at of ids) bytes.write(String(++lastId).padStart(ID_DIGITS, "0"), at, "latin1");
	// The socket may still hold the bytes when the next round changes them.
	return Buffer.from(bytes);
};

/** Connections that wait for something to send, and the moments of requests that wait for a connection. */
const idle = [];
const due = [];
let connected = 0;

for (let index = 0; index < connections; index++) {
	let since = 0;
	const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
	sockets.push(socket);
	const send = (moment) => {
		since = moment;
		if (rate !== undefined) delays.push(performance.now() - moment);
		socket.write(nextRequest());
	};
	const leave = () => socket.destroy();
	const goOn = () => {
		if (isOver) leave();
		else if (rate === undefined) send(performance.now());
		else if (due.length > 0) send(due.shift());
		else idle.push(waitingForWork);
	};
	const waitingForWork = { send, leave };
	let waiting;
	socket.on("connect", () => {
		idle.push(waitingForWork);
		if (++connected === connections) begin();
	});
	socket.on("data", (chunk) => {
		waiting = waiting === undefined ? chunk : Buffer.concat([waiting, chunk]);
		const head = waiting.indexOf(BODY_START);
		if (head === -1) return;
		const text = waiting.latin1Slice(0, head);
		const length = Number(LENGTH.exec(text)?.[1] ?? 0);
		if (waiting.length < head + BODY_START.length + length) return;
		waiting = undefined;
		const now = performance.now();
		const status = text.slice(9, 12);
		replies++;
		if (status !== "200") refused.set(status, (refused.get(status) ?? 0) + 1);
		latencies.push(now - since);
		if (now >= endsAt) isOver = true;
		goOn();
	});
	socket.on("error", (error) => {
		if (startedAt === 0) throw error;
		refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
	});
	socket.on("close", () => {
		sentBytes += socket.bytesWritten;
		receivedBytes += socket.bytesRead;
		const at = idle.indexOf(waitingForWork);
		if (at !== -1) idle.splice(at, 1);
		if (--open === 0) finish();
	});
}

const sendWhatIsDue = () => {
	let asked = 0;
	const timer = setInterval(() => {
		const now = performance.now();
		const wanted = Math.floor(((Math.min(now, endsAt) - startedAt) / 1000) * rate);
		for (; asked < wanted; asked++) {
			const moment = startedAt + (asked / rate) * 1000;
			// In turns: a gateway closes connections that bring nothing.
			const connection = idle.shift();
			if (connection === undefined) due.push(moment);
			else connection.send(moment);
		}
		if (now < endsAt) return;
		isOver = true;
		clearInterval(timer);
		for (const connection of idle.splice(0)) connection.leave();
	}, 1);
};

function begin() {
	startedAt = performance.now();
	if (warmUpSeconds > 0) setTimeout(beginCounting, warmUpSeconds * 1000);
	else beginCounting();
	if (rate !== undefined) sendWhatIsDue();
	else for (const connection of idle.splice(0)) connection.send(startedAt);
}
