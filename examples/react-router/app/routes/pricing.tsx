import { event, identify } from "footfall-tracker";

const signUp = () => {
	identify("ada", { plan: "pro" });
	event("signup", { plan: "pro" });
};

const Pricing = () => (
	<>
		<h1>Pricing</h1>
		<button type="button" onClick={signUp}>
			Sign up
		</button>
	</>
);
export default Pricing;
