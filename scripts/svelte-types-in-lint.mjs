// Lint reads what a component imports, other components among it, with the types of its props, as svelte-check does,
// and makes the program of the window once. Without it, TypeScript takes components for JavaScript that it cannot
// read, and each that is opened for lint makes a new program, which costs more than all of the rules.
// See https://github.com/sveltejs/svelte-eslint-parser, "ts-sys-hook".
process.env['SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK'] ??= '1'
