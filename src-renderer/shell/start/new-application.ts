interface Application {
  appName: string
  updatedAt: string
  usage: readonly { project: string }[]
}

/** Finds an application that has registered for a project since the first answer; undefined: none yet. */
export function newApplication(
  before: readonly Application[],
  now: readonly Application[],
  projectId: string,
): string | undefined {
  const known = new Map(before.map(({ appName, updatedAt }) => [appName, updatedAt]))
  return now.find(
    ({ appName, updatedAt, usage }) =>
      known.get(appName) !== updatedAt &&
      usage.some(({ project }) => project === projectId || project === '*'),
  )?.appName
}
