import type { Remote } from './remotes-query.ts'

/** Source and target of a pull, as entered. */
export interface LineForm {
  by: 'project' | 'tag'
  /** Project or tag. */
  from: string
  fromEnvironment: string
  /** Empty: the same as on the remote. */
  project: string
  environment: string
  createMissing: boolean
}

export const emptyLine: LineForm = {
  by: 'project',
  from: '',
  fromEnvironment: '',
  project: '',
  environment: '',
  createMissing: false,
}

/** Gets the local project of a pull; default: the same name as on the remote, or `default` for a tag. */
export const localProjectOf = ({ by, from, project }: LineForm): string =>
  project || (by === 'project' ? from : 'default')
export const placeOf = ({ fromEnvironment, environment }: LineForm): string => environment || fromEnvironment

export const toLine = (form: LineForm) => ({
  from: {
    environment: form.fromEnvironment,
    ...(form.by === 'project' ? { project: form.from } : { tag: form.from }),
  },
  project: localProjectOf(form),
  environment: placeOf(form),
})

/** Converts an earlier pull to form values. */
export const toForm = ({ from, project, environment }: Remote['pulls'][number]): LineForm => ({
  by: from.project == null ? 'tag' : 'project',
  from: from.project ?? from.tag ?? '',
  fromEnvironment: from.environment,
  project,
  environment,
  createMissing: false,
})
