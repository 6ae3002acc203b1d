import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // as the window draws them: electron.vite.config.ts
  resolve: {
    alias: [
      {
        find: /^\.\.\/Icon\.svelte$/,
        replacement: `${import.meta.dirname}/../ui/LucideIcon.svelte`,
      },
    ],
  },
  plugins: [svelte({ configFile: '../../svelte.config.js' })],
})
