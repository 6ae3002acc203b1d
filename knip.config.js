/** Finds files, exports and dependencies that nothing uses: `npm run dead-code`, a part of `npm run check`. */
export default {
  entry: [
    'src-main/{main,cli,testing}.ts',
    'src-main/code-references/scan-worker.ts',
    'src-main/workers/worker/worker-process.ts',
    'src-main/preload/index.ts',
    'src-renderer/main.ts',
    'src-renderer/public/*.js',
    'src-renderer/ui/LucideIcon.svelte',
    'src-{main,renderer}/**/*.d.ts',
    'src-shared/**/*.d.ts',
    'scripts/**/*.{mjs,mts,js}',
    '{src-main,src-shared,src-renderer,test}/**/*.test.ts',
    'test/**/{*-process,*-server,*-bench,bench,run-*,recipe}.ts',
    'test/support/window/answer-dialogs.cjs',
    'test/support/faults/skewed-clock.ts',
    'test/interop/support/react-page.mjs',
    'test/support/mutation/*.config.ts',
  ],
  project: ['{src-main,src-renderer,src-shared,scripts,test}/**/*.{ts,mts,mjs,svelte,js,cjs}'],
  ignoreExportsUsedInFile: true,
  // found by a folder, or by a name that is put together
  ignoreDependencies: [
    '@playwright/test',
    '@types/smtp-server',
    '@unleash/client-specification',
    '@unleash/proxy-client-vue',
    'unleash-client-3',
    'unleash-client-4',
    'unleash-client-5',
  ],
  // of the machine: packages that `npm run test:deps` installs, and what it installs them with
  ignoreBinaries: [
    'Xvfb',
    'dpkg-query',
    'apt-cache',
    'dpkg-deb',
    'haproxy',
    'openssl',
    'pg_config',
    'mkfifo',
  ],
}
