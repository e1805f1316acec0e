import "footfall-tracker";

declare module "footfall-tracker" {
	/** The events of this site: `event` takes no others. */
	interface Events {
		signup: { plan: "free" | "pro" };
	}
}
