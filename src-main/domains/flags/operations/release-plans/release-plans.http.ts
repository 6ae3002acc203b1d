import { bind } from '../../../../transport/http/bind.ts'
import {
  changeMilestoneProgression,
  deleteMilestoneProgression,
  pauseMilestoneProgressions,
  resumeMilestoneProgressions,
} from './progressions.use-case.ts'
import {
  addReleasePlan,
  deleteReleasePlan,
  getReleasePlans,
  getReleasePlansDeprecated,
  startMilestone,
  updateMilestoneStrategy,
} from './release-plans.use-case.ts'

export const releasePlansHttp = [
  bind(getReleasePlans),
  bind(getReleasePlansDeprecated),
  bind(addReleasePlan),
  bind(deleteReleasePlan),
  bind(startMilestone),
  bind(updateMilestoneStrategy),
  bind(changeMilestoneProgression),
  bind(deleteMilestoneProgression),
  bind(pauseMilestoneProgressions),
  bind(resumeMilestoneProgressions),
]
