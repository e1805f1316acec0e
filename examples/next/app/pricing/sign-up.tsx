"use client";

import { event, identify } from "footfall-tracker";

const signUp = () => {
	identify("ada", { plan: "pro" });
	event("signup", { plan: "pro" });
};

/** Rendered on the server too, where the tracker does nothing. */
export const SignUp = () => (
	<button type="button" onClick={signUp}>
		Sign up
	</button>
);
