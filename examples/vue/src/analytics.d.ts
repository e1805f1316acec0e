import "footfall-tracker";

declare module "footfall-tracker" {
	/** The events of this site: `event` accepts no others. */
	interface Events {
		signup: { plan: "free" | "pro" };
	}
}
