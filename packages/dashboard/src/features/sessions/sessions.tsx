import { useAddress } from "../../router/use-address.ts";
import { SessionDetail } from "./session-detail.tsx";
import { SessionsList } from "./sessions-list.tsx";

/** The list of sessions, and one of them. */
const Sessions = () => {
	const { destination } = useAddress();
	const id = destination.to === "site" ? destination.rest[0] : undefined;
	return id === undefined ? <SessionsList /> : <SessionDetail key={id} id={id} />;
};

export default Sessions;
