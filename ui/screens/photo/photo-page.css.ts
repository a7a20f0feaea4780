import { globalStyle, style } from '@vanilla-extract/css'
import { iconButton } from '../../kit/components/icon-button.css.ts'
import { place as noticePlace } from '../../kit/components/Notices.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale, wall } from '../../kit/theme/contract.css.ts'
import { unprinted } from '../../kit/theme/unprinted.css.ts'
import { line } from './filter-line.css.ts'

/**
 * The wall is the area around the photo. Its height does not depend on the photo, so that nothing
 * moves while a photo loads and the links stay in place. `below` is left for the links and title.
 */
const below = '96px'
/** Also for the date, the camera, even in two lines, and the settings beside the title. */
const belowWithSettings = '192px'
/** Lower windows leave the height to the photo. */
const roomy = `${media.wide} and (min-height: 640px)`
const notRoomy = '(max-height: 639px)'
/** Space for a link beside the photo. */
const side = '64px'

/** Sets what the styles of the wall and the picture use. */
export const page = style({
  position: 'relative',
  vars: {
    '--wall-room': `calc(100svh - ${scale.bar} - ${below} - var(--banner, 0px))`,
    '--wall-height': 'max(280px, min(var(--wall-room), 90vw))',
    '--margin-block': '24px',
    '--margin-inline': side,
  },
  '@media': {
    [media.narrow]: {
      vars: { '--wall-height': 'max(280px, min(64svh, var(--wall-room), 150vw))' },
    },
    [media.low]: { vars: { '--margin-block': '8px' } },
    [roomy]: {
      vars: {
        '--wall-room': `calc(100svh - ${scale.bar} - ${belowWithSettings} - var(--banner, 0px))`,
        '--margin-block': '16px',
      },
    },
  },
  selectors: {
    [`${line} + &`]: { vars: { '--banner': '49px' } },
    // On small screens the photo gets the space of the borders.
    "html[data-borders='left-right'] &": { vars: { '--margin-block': '0px' } },
    "html[data-borders='none'] &": {
      vars: { '--margin-block': '0px', '--margin-inline': '0px' },
    },
    'html &&': {
      '@media': { [media.small]: { vars: { '--margin-block': '0px', '--margin-inline': '0px' } } },
    },
  },
})

// The tools are at the bottom of a low window, where notices would cover them.
globalStyle(`body:has(${page}) ${noticePlace}`, {
  '@media': { [notRoomy]: { top: `calc(${scale.bar} + 12px)`, bottom: 'auto' } },
})

export const links = style([
  unprinted,
  {
    display: 'flex',
    alignItems: 'center',
    gap: '4px 12px',
    maxWidth: scale.page,
    minHeight: '48px',
    marginInline: 'auto',
    paddingInline: scale.gutter,
    fontSize: scale.size.small,
    color: color.quiet,
    '@media': {
      [media.full]: { paddingInline: 0 },
      [media.small]: {
        display: 'grid',
        gridTemplateColumns: '44px minmax(0, 1fr) 44px',
        paddingInline: '4px',
      },
    },
  },
])

/** A visitor's buttons fit into the row of links on small screens; one is for keyboards only. */
export const visitorLinks = style([
  links,
  {
    '@media': {
      [media.small]: { columnGap: 0, gridTemplateColumns: '44px minmax(0, 1fr) 132px 44px' },
      [media.touchOnly]: { gridTemplateColumns: '44px minmax(0, 1fr) 88px 44px' },
      '(scripting: none)': { gridTemplateColumns: '44px minmax(0, 1fr) 44px' },
    },
  },
])

const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: '44px',
  borderRadius: scale.radius,
  transition: `color ${scale.quick}, opacity ${scale.quick}`,
})

/** Previous and next are chevrons: on the wall's sides, or in the row on small screens. */
const step = style([
  link,
  {
    position: 'absolute',
    top: side,
    width: side,
    height: `calc(var(--wall-height) - 2 * ${side})`,
    fontSize: 0,
    color: wall.text,
    ':focus-visible': { outlineColor: 'currentColor', outlineOffset: '-4px' },
    '::before': {
      content: '',
      flex: 'none',
      width: '13px',
      height: '13px',
      border: 'solid',
      borderWidth: '2px 2px 0 0',
      opacity: 0.6,
      transition: `opacity ${scale.quick}`,
    },
    selectors: {
      '&:hover::before, &:focus-visible::before': { opacity: 1 },
      '&[aria-disabled]': {
        opacity: 0,
        cursor: 'default',
        '@media': { '(scripting: none)': { display: 'none' } },
      },
      // Without borders the photo may extend below the chevron.
      "html[data-borders='none'] &": {
        '@media': {
          [media.wide]: {
            background: `radial-gradient(circle, color-mix(in srgb, ${wall.surface} 72%, transparent) 22px, transparent 22.5px)`,
          },
        },
      },
    },
    '@media': {
      [media.small]: {
        position: 'static',
        gridRow: 1,
        width: '44px',
        height: '44px',
        color: color.text,
      },
    },
  },
])

export const previous = style([
  step,
  {
    gridColumn: 1,
    insetInlineStart: 0,
    '::before': { transform: 'translateX(3px) rotate(-135deg)' },
  },
])

export const next = style([
  step,
  {
    gridColumn: -2,
    insetInlineEnd: 0,
    '::before': { transform: 'translateX(-3px) rotate(45deg)' },
  },
])

/** The owner's icons, with some room. */
const allTools = '404px'

/**
 * The link to the grid, and the position in the list. The tools appear after hydration, so a long
 * name is not given their room.
 */
export const middle = style({
  display: 'flex',
  alignItems: 'center',
  gap: '0 8px',
  minWidth: 0,
  maxWidth: `calc(100% - ${allTools})`,
  whiteSpace: 'nowrap',
  '@media': {
    [media.small]: {
      gridArea: '1 / 2',
      justifyContent: 'center',
      flexWrap: 'wrap',
      maxWidth: 'none',
    },
  },
})

export const gridLink = style([
  link,
  {
    flex: '1 1 5.5em',
    maxWidth: 'max-content',
    minWidth: 0,
    ':hover': { color: color.text },
  },
])

/** A long name is shortened instead of pushing the position out of the row. */
export const listName = style({ overflow: 'hidden', textOverflow: 'ellipsis' })

export const position = style({
  fontVariantNumeric: 'tabular-nums',
  '::before': { content: '·', marginInlineEnd: '8px' },
})

/** The tools and the shortcuts button; their space is reserved until their code is loaded. */
const toolBox = style({
  display: 'flex',
  justifyContent: 'flex-end',
  minWidth: `${3 * 44}px`,
  marginInlineStart: 'auto',
  // The icons are aligned with the margin; their touch targets extend beyond it.
  marginInlineEnd: '-12px',
  '@media': {
    [media.small]: {
      gridColumn: '1 / -1',
      justifyContent: 'center',
      minWidth: 0,
      minHeight: '44px',
      margin: 0,
    },
    '(scripting: none)': { display: 'none' },
  },
})

export const visitorTools = style([toolBox, { '@media': { [media.small]: { gridArea: '1 / 3' } } }])

export const ownerTools = style([
  toolBox,
  {
    minWidth: `${10 * 44}px`,
    '@media': { [media.small]: { minWidth: 0 } },
  },
])

export const tool = iconButton

/** The owner's tools. */
export const tools = style({
  display: 'flex',
  '@media': { [media.small]: { flex: '1 1 auto' } },
})

/** An owner's tool that is in the menu on small screens. */
export const iconTool = style([tool, { '@media': { [media.small]: { display: 'none' } } }])

/** An owner's tool with its name on small screens. */
export const namedTool = style([
  tool,
  {
    '@media': {
      [media.small]: {
        display: 'flex',
        alignItems: 'center',
        gap: '8px',
        width: 'auto',
        paddingInline: '12px',
        fontSize: scale.size.small,
        fontWeight: 600,
      },
    },
  },
])

export const toolName = style({
  display: 'none',
  '@media': { [media.small]: { display: 'inline' } },
})

/** Opens the menu of the tools that small screens do not show. */
export const moreTool = style([namedTool, { '@media': { [media.wide]: { display: 'none' } } }])

/** A button that has only its icon here. */
export const hiddenLabel = style({ display: 'none' })

/** Hidden on devices that probably have no keyboard. */
export const keysTool = style([tool, { '@media': { [media.touchOnly]: { display: 'none' } } }])

export const text = style({
  display: 'grid',
  gap: '28px 56px',
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `16px ${scale.gutter} 64px`,
  '@media': {
    [media.wide]: { gridTemplateColumns: 'minmax(0, 1fr) 300px', paddingTop: '12px' },
    [media.full]: { paddingInline: 0 },
  },
})

export const title = style({
  fontSize: scale.size.heading,
  lineHeight: 1.3,
  letterSpacing: '-.01em',
})

export const description = style({
  maxWidth: '65ch',
  marginTop: '8px',
  // At the edge of the title, also where both are read from right to left.
  marginInlineEnd: 'auto',
  whiteSpace: 'pre-line',
  textWrap: 'pretty',
})

export const keywords = style({
  marginTop: '12px',
  fontSize: scale.size.small,
  color: color.quiet,
})

/** A link that wraps would overlap the ones beside it. */
export const keyword = style({ display: 'inline-block', maxWidth: '100%' })

export const hiddenMark = style({
  padding: '0 5px',
  border: `1px solid ${color.line}`,
  borderRadius: '4px',
  fontSize: scale.size.note,
  whiteSpace: 'nowrap',
})

export const info = style({
  scrollMarginBlock: `calc(${scale.bar} + 24px) 24px`,
  borderRadius: '2px',
  fontSize: scale.size.small,
  lineHeight: '1.25rem',
  ':focus-visible': { outlineOffset: '10px' },
})

export const taken = style({
  marginBottom: '8px',
  '@media': { [media.wide]: { paddingTop: '4px' } },
})

export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '8px 20px',
  fontVariantNumeric: 'tabular-nums',
})

export const factName = style({ color: color.quiet })
