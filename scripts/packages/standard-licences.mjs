/** Texts of licences, of which packages on npm often have no more than the name: https://spdx.org/licenses/ */

const MIT = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const ISC = (holder) => `ISC License

Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;

const TEXTS = { MIT, ISC };

const MIT_PARTS = [
	"permission is hereby granted, free of charge, to any person obtaining",
	"or other dealings in the software",
];
const ISC_PARTS = [
	"permission to use, copy, modify, and/or distribute this software for any purpose",
	"the use or performance of this software",
];
const BSD_PARTS = [
	"redistributions of source code must retain",
	"even if advised of the possibility of such damage",
];

/** What stands near the beginning and at the end of each licence that a package of ours may have. */
const PARTS = {
	"0BSD": ISC_PARTS,
	"Apache-2.0": [
		"terms and conditions for use, reproduction, and distribution",
		"accepting any such warranty or additional liability",
	],
	"BSD-2-Clause": BSD_PARTS,
	"BSD-3-Clause": [...BSD_PARTS, "endorse or promote products derived from"],
	"BlueOak-1.0.0": ["this license gives everyone as much permission", "as far as the law allows"],
	// Its text asks for itself or for its address.
	"CC-BY-4.0": ["https://creativecommons.org/licenses/by/4.0/legalcode"],
	"CC0-1.0": ["the laws of most jurisdictions", "no duty or obligation with respect to this cc0"],
	ISC: ISC_PARTS,
	MIT: ["copyright", ...MIT_PARTS],
	"MIT-0": MIT_PARTS,
	Unlicense: ["this is free and unencumbered software", "dealings in the software"],
};

/** `(MIT OR CC0-1.0)` → the licences to choose from. */
const choicesOf = (licence) => licence.split(" OR ").map((one) => one.match(/[\w.-]+/g) ?? []);

/**
 * The standard text of a licence, where it is one of those that differ only in the holder's name.
 * @param licence as a package names it
 */
export const standardTextOf = (licence, holder) => TEXTS[licence]?.(holder);

/**
 * Whether a text has the whole of a licence, whatever the breaks of its lines.
 * @param licence as a package names it: an identifier of SPDX, an expression of several, or a text with one of them
 */
export const hasFullText = (licence, text) => {
	const plain = text.toLowerCase().replaceAll(/\s+/g, " ");
	return choicesOf(licence).some((words) => {
		const named = words.filter((word) => Object.hasOwn(PARTS, word));
		return named.length > 0 && named.every((id) => PARTS[id].every((part) => plain.includes(part)));
	});
};
