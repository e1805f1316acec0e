import { Analytics } from "footfall-tracker/remix";
import { Link, Outlet, Scripts } from "react-router";

const Root = () => (
	<html lang="en">
		<head>
			<meta charSet="utf-8" />
			<title>Footfall with React Router</title>
		</head>
		<body>
			<nav>
				<Link to="/">Home</Link> <Link to="/pricing">Pricing</Link>{" "}
				<Link to="/account">Account</Link> <Link to="/old">Old prices</Link>
			</nav>
			<Outlet />
			<Analytics
				siteId={import.meta.env.VITE_FOOTFALL_SITE_ID}
				host={import.meta.env.VITE_FOOTFALL_HOST}
			/>
			<Scripts />
		</body>
	</html>
);
export default Root;
