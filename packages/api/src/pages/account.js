const form = document.getElementById("form");
const outcome = document.getElementById("outcome");
// The part after "#" reaches no server and no log.
const token = location.hash.slice(1);

const send = async (path, body) => {
	const response = await fetch(path, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.message);
};

/** Whether the form is to create an account first; not every form can. */
const isNew = () => form.elements.isNew?.checked === true;

form.elements.isNew?.addEventListener("change", () => {
	const button = form.querySelector("button");
	const { textContent } = button;
	button.textContent = button.dataset.new;
	button.dataset.new = textContent;
	document.getElementById("name").hidden = !isNew();
	form.elements.name.required = isNew();
	form.elements.password.autocomplete = isNew() ? "new-password" : "current-password";
});

form.addEventListener("submit", async (event) => {
	event.preventDefault();
	const { path, token: name, new: create } = form.dataset;
	const first = isNew() ? create : form.dataset.first;
	const fields = Object.fromEntries(new FormData(form));
	try {
		if (first) await send(first, fields);
		await send(path, first ? { [name]: token } : { ...fields, [name]: token });
		form.hidden = true;
		outcome.textContent = outcome.dataset.done;
		document.getElementById("next").hidden = false;
	} catch (error) {
		outcome.textContent = error.message;
	}
});
