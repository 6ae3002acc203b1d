import { releasesOf, type Releases } from './releases.ts'
import { startBackend, type TestBackend } from './start-backend.ts'

/** An instance, and the shorthand for its release plans. */
export async function startReleases(
  options: Parameters<typeof startBackend>[0] = {},
): Promise<{ app: TestBackend; releases: Releases }> {
  const app = await startBackend(options)
  return { app, releases: releasesOf(app) }
}
