import { mount, unmount } from "svelte";
import App from "./app.svelte";

const target = document.querySelector("#app");
if (target) {
	const app = mount(App, { target, props: { close: () => void unmount(app) } });
}
