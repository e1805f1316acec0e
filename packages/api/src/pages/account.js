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

form.addEventListener("submit", async (event) => {
	event.preventDefault();
	const { path, token: name, first } = form.dataset;
	const fields = Object.fromEntries(new FormData(form));
	try {
		if (first) await send(first, fields);
		await send(path, first ? { [name]: token } : { ...fields, [name]: token });
		form.hidden = true;
		outcome.textContent = outcome.dataset.done;
	} catch (error) {
		outcome.textContent = error.message;
	}
});
