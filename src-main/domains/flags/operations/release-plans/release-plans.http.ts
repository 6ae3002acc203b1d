import { bind } from '../../../../transport/http/bind.ts'
import { changeMilestoneProgression } from './change-milestone-progression.ts'
import { deleteMilestoneProgression } from './delete-milestone-progression.ts'
import { pauseMilestoneProgressions } from './pause-milestone-progressions.ts'
import { resumeMilestoneProgressions } from './resume-milestone-progressions.ts'
import { addReleasePlan } from './add-release-plan.ts'
import { deleteReleasePlan } from './delete-release-plan.ts'
import { getReleasePlans } from './get-release-plans.ts'
import { getReleasePlansDeprecated } from './get-release-plans-deprecated.ts'
import { startMilestone } from './start-milestone.ts'
import { updateMilestoneStrategy } from './update-milestone-strategy.ts'

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
