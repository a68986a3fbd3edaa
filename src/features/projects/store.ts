import { recordStore } from '#records/store'
import { projectKind } from './contract'
import { projects } from './table'

export const projectStore = recordStore(projectKind, projects)
