import net from "node:net";
import { setPriority } from "node:os";
import { addressOf, ID_DIGITS, requestOf, VISITORS } from "./gateway-requests.mjs";

/**
 * Connects, sends events over these keep-alive connections for `warmUpSeconds` that do not count, sends `{ warm: true
 * }` after a warm-up, goes on for `seconds`, and sends the results. With a `rate` (requests per second) requests leave
 * when they are due, whether or not earlier ones were answered, and latency is counted from the moment when a request
 * was due. `lateP99` is how late this process sent them, which is its own share of the latency; time that a request
 * waits for a free connection, because none was answered, is the server's. Such a run reads replies once in a
 * millisecond, so that latencies are up to a millisecond too long, and takes priority over the server where the system
 * allows it. Without a rate each connection sends its next request when the last is answered. With a `batch` a request
 * holds that many events. Lean on purpose: a slow or late generator would measure itself.
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

/** Distinct requests; each is sent for one visitor after the other. */
const REQUESTS = 2_000;
const requests = Array.from({ length: REQUESTS }, (_, visitor) =>
	requestOf(visitor, { batch, siteId }),
);
const addresses = Array.from({ length: VISITORS }, (_, visitor) => addressOf(visitor));
const BODY_START = Buffer.from("\r\n\r\n");
const LENGTH = /content-length: (\d+)/i;
const OK = Buffer.from("HTTP/1.1 200 ");
const MOST_FAVOURED = -20;
const TURN_MS = 1;

let latencies = [];
let delays = [];
const refused = new Map();
/** How many of these came before counting began. */
let replies = 0;
let uncounted = 0;
let next = 0;
/** Successive runs on one server must not repeat ids. */
let lastId = 10 ** (ID_DIGITS - 1) + (Date.now() % 1e7) * 1e4;
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

/** Everything before belongs to the warm-up. */
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
	bytes.latin1Write(addresses[next++ % VISITORS], address);
	for (const at of ids) bytes.latin1Write(String(++lastId), at);
	return bytes;
};

/** Length of a whole 200 reply, once known: another reply of that length is whole too and need not be read further. */
let okBytes = 0;
const isOk = (chunk, length) =>
	length === okBytes && chunk.compare(OK, 0, OK.length, 0, OK.length) === 0;

/** The status of a reply, undefined while some of it is missing. */
const statusOf = (reply) => {
	const head = reply.indexOf(BODY_START);
	if (head === -1) return undefined;
	const text = reply.latin1Slice(0, head);
	const length = Number(LENGTH.exec(text)?.[1] ?? 0);
	if (reply.length < head + BODY_START.length + length) return undefined;
	const status = text.slice(9, 12);
	if (status === "200") okBytes = reply.length;
	return status;
};

/** Connections that wait for something to send, and the due times of requests that wait for a connection. */
const idle = [];
const due = [];
let connected = 0;
/** Each chunk is processed before the next is read, so that all connections can share the buffer. */
const buffer = Buffer.alloc(64 * 1024);

for (let index = 0; index < connections; index++) {
	let since = 0;
	const received = (bytes, chunk) => {
		if (waiting === undefined && isOk(chunk, bytes)) return replied("200");
		const part = Buffer.from(chunk.subarray(0, bytes));
		waiting = waiting === undefined ? part : Buffer.concat([waiting, part]);
		const status = statusOf(waiting);
		if (status !== undefined) replied(status);
	};
	const onread = { buffer, callback: (bytes, chunk) => void received(bytes, chunk) };
	const socket = net.connect({ port, host: "127.0.0.1", noDelay: true, onread });
	sockets.push(socket);
	const send = (moment) => {
		since = moment;
		const bytes = nextRequest();
		socket.write(bytes);
		// Otherwise it still holds the bytes when the next round changes them.
		if (socket.writableLength > 0) throw new Error("The system did not take a request at once");
	};
	const leave = () => socket.destroy();
	const goOn = () => {
		if (isOver) leave();
		else if (rate === undefined) send(performance.now());
		else if (due.length > 0) send(due.shift());
		else idle.push(waitingForWork);
	};
	const waitingForWork = { send, leave };
	const replied = (status) => {
		waiting = undefined;
		const now = performance.now();
		replies++;
		if (status !== "200") refused.set(status, (refused.get(status) ?? 0) + 1);
		// Requests that were due in the warm-up and waited belong to it.
		if (since >= countsFrom) latencies.push(now - since);
		if (now >= endsAt) isOver = true;
		goOn();
	};
	let waiting;
	socket.on("connect", () => {
		idle.push(waitingForWork);
		if (++connected === connections) begin();
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

const stillness = new Int32Array(new SharedArrayBuffer(4));

/**
 * Sends what is due and reads what came once per millisecond, and sleeps in between. Woken by each reply, a process
 * with priority would stop the server after each of them.
 */
const sendWhatIsDue = () => {
	try {
		setPriority(MOST_FAVOURED);
	} catch {
		// Only a privileged user may. It is then late where the machine is busy, which `lateP99` says.
	}
	let asked = 0;
	const turn = () => {
		const now = performance.now();
		const wanted = Math.floor(((Math.min(now, endsAt) - startedAt) / 1000) * rate);
		for (; asked < wanted; asked++) {
			const moment = startedAt + (asked / rate) * 1000;
			delays.push(now - moment);
			// Round-robin: a gateway closes connections that bring nothing.
			const connection = idle.shift();
			if (connection === undefined) due.push(moment);
			else connection.send(moment);
		}
		if (now < endsAt) {
			Atomics.wait(stillness, 0, 0, Math.max(0, TURN_MS - (performance.now() - now)));
			setImmediate(turn);
			return;
		}
		isOver = true;
		for (const connection of idle.splice(0)) connection.leave();
	};
	turn();
};

function begin() {
	startedAt = performance.now();
	if (warmUpSeconds > 0) setTimeout(beginCounting, warmUpSeconds * 1000);
	else beginCounting();
	if (rate !== undefined) sendWhatIsDue();
	else for (const connection of idle.splice(0)) connection.send(startedAt);
}
