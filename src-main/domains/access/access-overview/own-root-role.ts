import type { Grant } from '#shared/access/rules/index.ts'

/** The root role that somebody has, and not by way of a group. */
export const isOwnRootRole = ({ via, project }: Grant) => via.kind === 'direct' && project === undefined
