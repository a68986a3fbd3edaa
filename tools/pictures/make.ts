import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { schoolTimetables, teacherFeedback, timetableSolver, tutor } from './education.ts'
import { heroDrawing } from './hero.ts'
import { defectDetection, predictiveMaintenance, shiftPlanner, visualInspection } from './manufacturing.ts'
import { energyBuildings, floorPlanReading, leaseReader, valuation } from './real-estate.ts'
import { first90Days, privateModels, workshop } from './strategy.ts'

const root = new URL('../../', import.meta.url).pathname
const widths = [480, 800, 1200, 1600]
/**
 * 800 is what telephones show, two pixels or more to a point: nobody misses what this leaves out, and it fits a first
 * round trip.
 */
const avifOf = (width: number) => (width === 800 ? { quality: 40, effort: 6 } : { quality: 48, effort: 4 })

const pictures: Record<string, () => string> = {
  'post-timetable-solver': timetableSolver,
  'post-defect-detection': defectDetection,
  'post-floor-plan-reading': floorPlanReading,
  'post-strategy-first-90-days': first90Days,
  'post-private-models': privateModels,
  'post-teacher-feedback': teacherFeedback,
  'post-energy-buildings': energyBuildings,
  'project-tutor': tutor,
  'project-visual-inspection': visualInspection,
  'project-valuation': valuation,
  'project-predictive-maintenance': predictiveMaintenance,
  'project-lease-reader': leaseReader,
  'project-school-timetables': schoolTimetables,
  'project-shift-planner': shiftPlanner,
  'about-workshop': workshop,
}

await mkdir(`${root}public/images`, { recursive: true })
const only = process.argv.slice(2)
for (const [name, drawing] of Object.entries(pictures)) {
  if (only.length === 0 || only.includes(name)) await save(name, drawing())
}
await Bun.write(`${root}src/site/home/hero-lines.tsx`, heroDrawing())
await Bun.write(`${root}src/base/ui/pictures.json`, manifest())

/** Every width is drawn anew, not shrunk, so that the lines stay crisp. */
async function save(name: string, svg: string) {
  for (const width of widths) {
    const drawn = sharp(Buffer.from(svg), { density: (72 * width * 2) / 1600 }).resize(width)
    const file = `${root}public/images/${name}`
    await drawn
      .clone()
      .avif({ ...avifOf(width), chromaSubsampling: '4:4:4' })
      .toFile(`${file}-${width}.avif`)
    await drawn.clone().webp({ quality: 50, smartSubsample: true, effort: 6 }).toFile(`${file}-${width}.webp`)
    if (width === 1600)
      await drawn.clone().webp({ quality: 50, smartSubsample: true, effort: 6 }).toFile(`${file}.webp`)
  }
}

function manifest() {
  const entries = Object.keys(pictures).map((name) => [`/images/${name}.webp`, { width: 1600, height: 1000, widths }])
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}
