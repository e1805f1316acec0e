import Link from "next/link";

const Legal = () => (
	<>
		<h1>Legal</h1>
		<Link href="/terms">Terms</Link>
	</>
);
export default Legal;
