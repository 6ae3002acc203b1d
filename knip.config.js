/** Scripts of a component: knip's own reading of components misses imports beside types with a `>`. */
const scriptsOf = (text) =>
  [...text.matchAll(/<script\b(?:"[^"]*"|[^"])*?>\s*\n([\s\S]*?)<\/script>/g)]
    .map(([, script]) => script)
    .join('\n')

/** Finds files, exports and dependencies that nothing uses: `npm run dead-code`. */
export default {
  compilers: { svelte: scriptsOf },
  entry: [
    'src-main/{main,cli}.ts',
    'src-main/preload/index.ts',
    'src-renderer/main.ts',
    'src-renderer/public/*.js',
    'src-{main,renderer}/**/*.d.ts',
    'src-shared/**/*.d.ts',
    'scripts/**/*.{mjs,mts}',
    '{src-main,src-shared,src-renderer,test}/**/*.test.ts',
    'test/**/{*-process,*-server,*-bench,bench,run-*}.ts',
    'test/support/answer-dialogs.cjs',
  ],
  project: ['{src-main,src-renderer,src-shared,scripts,test}/**/*.{ts,mts,mjs,svelte,js,cjs}'],
  ignoreExportsUsedInFile: true,
}
