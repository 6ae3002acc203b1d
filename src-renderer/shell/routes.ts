import type { Component } from 'svelte'

import ApiTokensPage from '../features/api-tokens/ApiTokensPage.svelte'
import ContextFieldsPage from '../features/context/ContextFieldsPage.svelte'
import EventsPage from '../features/events/EventsPage.svelte'
import FeaturePage from '../features/features/FeaturePage.svelte'
import ProjectListPage from '../features/projects/ProjectListPage.svelte'
import ProjectPage from '../features/projects/ProjectPage.svelte'
import SegmentsPage from '../features/segments/SegmentsPage.svelte'
import NotFoundPage from './NotFoundPage.svelte'

/** Hash routes, in the paths of the contract's own pages; parameters reach a page as the prop `params`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- pages take different parameters; the router knows no types
export const routes: Record<string, Component<any>> = {
  '/': ProjectListPage,
  '/projects': ProjectListPage,
  '/projects/:projectId': ProjectPage,
  '/projects/:projectId/features/:featureName': FeaturePage,
  '/segments': SegmentsPage,
  '/context': ContextFieldsPage,
  '/api-tokens': ApiTokensPage,
  '/events': EventsPage,
  '*': NotFoundPage,
}
