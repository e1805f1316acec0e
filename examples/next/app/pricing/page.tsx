import { SignUp } from "./sign-up";

const Pricing = () => (
	<>
		<h1>Pricing</h1>
		<SignUp />
	</>
);
export default Pricing;
