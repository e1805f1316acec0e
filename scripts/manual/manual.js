const own = document.querySelector("script[data-root]");
const rootAddress = new URL(`${own.dataset.root}/`, location.href);
const input = document.getElementById("search");
const list = document.getElementById("found");
const status = document.getElementById("found-count");
const MOST_FOUND = 12;
const EXCERPT_LENGTH = 140;

// Beside the page where there is room, folded away on a phone.
const pages = document.querySelector("details.pages");
const isWide = matchMedia("(min-width: 56rem)");
const showPages = () => {
	pages.open = isWide.matches;
};
showPages();
isWide.addEventListener("change", showPages);

let loading;
/** The index is made when somebody searches for the first time. */
const index = () => {
	loading ??= (async () => {
		const [{ default: MiniSearch }, answer] = await Promise.all([
			import("./minisearch.js"),
			fetch(new URL("sections.json", rootAddress)),
		]);
		if (!answer.ok) throw new Error(`The index answered ${answer.status}`);
		const search = new MiniSearch({
			fields: ["heading", "page", "text"],
			storeFields: ["heading", "page", "text"],
			searchOptions: {
				boost: { heading: 4, page: 2 },
				prefix: true,
				fuzzy: (term) => (term.length > 4 ? 0.15 : false),
				combineWith: "AND",
			},
		});
		search.addAll(await answer.json());
		return search;
	})();
	loading.catch(() => {
		loading = undefined;
	});
	return loading;
};

const excerptOf = (text, terms) => {
	const lower = text.toLowerCase();
	const at = Math.min(...terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0));
	const start = Number.isFinite(at) ? Math.max(0, at - EXCERPT_LENGTH / 3) : 0;
	const end = start + EXCERPT_LENGTH;
	return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
};

const element = (name, text) => {
	const made = document.createElement(name);
	made.textContent = text;
	return made;
};

const entryOf = ({ id, heading, page, text, terms }) => {
	const entry = document.createElement("li");
	const link = document.createElement("a");
	link.href = new URL(id, rootAddress).href;
	link.append(
		element("b", heading === page ? page : `${page}: ${heading}`),
		element("span", excerptOf(text, terms)),
	);
	entry.append(link);
	return entry;
};

const close = () => {
	list.hidden = true;
	status.textContent = "";
};

const show = async () => {
	const query = input.value.trim();
	if (query === "") return close();
	try {
		const found = (await index()).search(query).slice(0, MOST_FOUND);
		if (input.value.trim() !== query) return;
		list.replaceChildren(...found.map(entryOf));
		list.hidden = found.length === 0;
		status.textContent = found.length === 0 ? `Nothing found for “${query}”.` : "";
	} catch {
		status.textContent = "The search could not be loaded. Try again.";
	}
};
input.addEventListener("input", show);
input.addEventListener("focus", () => {
	index().catch(() => {});
	if (input.value !== "") show();
});

addEventListener("keydown", (press) => {
	const links = [...list.querySelectorAll("a")];
	if (press.key === "/" && document.activeElement !== input) {
		press.preventDefault();
		input.focus();
	}
	if (list.hidden) return;
	const at = links.indexOf(document.activeElement);
	if (press.key === "Escape") {
		close();
		input.focus();
	} else if (press.key === "Enter" && document.activeElement === input) links[0]?.click();
	else if (press.key === "ArrowDown" || press.key === "ArrowUp") {
		press.preventDefault();
		const next = at + (press.key === "ArrowDown" ? 1 : -1);
		(links[Math.min(next, links.length - 1)] ?? input).focus();
	}
});
addEventListener("click", (click) => {
	if (!click.target.closest("search")) close();
});
