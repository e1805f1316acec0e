for (let i = 0; i < 5; i++)
	setTimeout(() => {
		throw new TypeError("five times");
	});
