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
		</body>
	</html>
);
export default Layout;
