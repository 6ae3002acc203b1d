/** Page in the place of the guide, where none was built: the npm package leaves it out, as it would be a quarter of it. */
export const GUIDE_MISSING = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>Documentation · Halyard</title>
</head>
<body>
<main>
<h1>Documentation</h1>
<p>This installation comes without the guide. The desktop app has it, and so has the repository, in <code>docs</code>.</p>
<ul>
<li><a href="../docs/openapi">The HTTP API of this service</a></li>
<li><code>halyard --help</code> lists the commands, and <code>halyard COMMAND --help</code> their options.</li>
<li><code>halyard reference http</code> prints all operations, and <code>halyard reference cli</code> all commands.</li>
</ul>
</main>
</body>
</html>
`
