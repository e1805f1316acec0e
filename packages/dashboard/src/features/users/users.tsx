import { useAddress } from "../../router/use-address.ts";
import { UserDetail } from "./user-detail.tsx";
import { UsersList } from "./users-list.tsx";

/** The list of users, and one of them. */
const Users = () => {
	const { destination } = useAddress();
	const id = destination.to === "site" ? destination.rest[0] : undefined;
	return id === undefined ? <UsersList /> : <UserDetail key={id} id={id} />;
};

export default Users;
