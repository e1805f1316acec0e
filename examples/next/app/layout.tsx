import { Analytics } from "footfall-tracker/next";
import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";

export const metadata: Metadata = { title: "Footfall with Next" };

const Layout = ({ children }: { children: ReactNode }) => (
	<html lang="en">
		<body>
			<nav>
				<Link href="/">Home</Link> <Link href="/pricing">Pricing</Link>{" "}
				<Link href="/account">Account</Link> <Link href="/old">Old prices</Link>
			</nav>
			{children}
			<Analytics
				siteId={process.env.NEXT_PUBLIC_FOOTFALL_SITE_ID ?? ""}
				host={process.env.NEXT_PUBLIC_FOOTFALL_HOST ?? ""}
				// By name, because this component runs on the server. Without this option, the site's settings decide.
				captures={["initialPageview", "navigationPageview", "outboundLink"]}
			/>
		</body>
	</html>
);
export default Layout;
