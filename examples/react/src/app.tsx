import { identify } from "footfall-tracker";
import { useEvent } from "footfall-tracker/react";
import { Link, Navigate, Route, Routes } from "react-router";

const Home = () => <h1>Home</h1>;

const Pricing = () => {
	const sendSignUp = useEvent("signup", { plan: "pro" });
	const signUp = () => {
		identify("ada", { plan: "pro" });
		sendSignUp();
	};
	return (
		<>
			<h1>Pricing</h1>
			<button type="button" onClick={signUp}>
				Sign up
			</button>
		</>
	);
};

const Account = () => <h1>Account</h1>;

export const App = () => (
	<>
		<nav>
			<Link to="/">Home</Link> <Link to="/pricing">Pricing</Link> <Link to="/account">Account</Link>{" "}
			<Link to="/old">Old prices</Link>
		</nav>
		<Routes>
			<Route path="/" element={<Home />} />
			<Route path="/pricing" element={<Pricing />} />
			<Route path="/account" element={<Account />} />
			{/* A redirect passes through without a view of its own. */}
			<Route path="/old" element={<Navigate to="/pricing" replace />} />
		</Routes>
	</>
);
