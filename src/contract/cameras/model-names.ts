import { ownValue } from '../own-value.ts'

/** How people say a maker's designations, where files write something else. */
type Rule = readonly [written: RegExp, say: (...parts: string[]) => string]

const numerals = ['', '', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']

/** 'α7R' and '3' as 'α7R III'; a revised 'A' follows the numeral, as in 'α7R IIIA'. */
const marked = (name: string, mark = '', revision = ''): string =>
  mark === '' ? `${name}${revision}` : `${name} ${numerals[Number(mark)]}${revision}`

const rules: Readonly<Record<string, readonly Rule[]>> = {
  Sony: [
    // 'ILCE-7RM4A', 'ILCA-77M2'.
    [
      /^ILC[EA]-(\d+(?:CR|[RSC])?)(?:M([2-9])(A?))?$/i,
      (name, ...mark) => marked(`α${name}`, ...mark),
    ],
    // 'DSLR-A100', and 'SLT-A77V', whose V only says that it has GPS.
    [/^(?:DSLR|SLT)-A(\d{2,3})(?:V|M([2-9]))?$/i, (name, mark) => marked(`α${name}`, mark)],
    [/^DSC-(RX\d+R?)(?:M([2-9])(A?))?$/i, marked],
    [/^(ZV-\w*?\d+)M([2-9])$/i, marked],
    [/^ILME-(FX\d+)V?$/i, (name) => name],
  ],
  Nikon: [[/^Z ?(\d{1,2}|fc?)(?:[ _]([2-9]))?$/i, (name, mark) => marked(`Z${name}`, mark)]],
  Canon: [[/^(EOS \w*\d)m([2-9])$/i, (name, mark) => `${name} Mark ${numerals[Number(mark)]}`]],
  Olympus: [[/^(.*\d)Mark(I{2,3}|IV|V)$/i, (name, mark) => `${name} Mark ${mark}`]],
  'OM System': [[/^(.*\d)Mark(I{2,3}|IV|V)$/i, (name, mark) => `${name} Mark ${mark}`]],
  Panasonic: [
    [/^DC-(S5)M2X$/i, (name) => `Lumix ${name} IIX`],
    [/^D(?:MC|C)-([A-Z]+\d+[A-Z]*?)(?:M([2-9]))?$/i, (name, mark) => marked(`Lumix ${name}`, mark)],
  ],
  Motorola: table([
    ['Moto X', 'XT1052', 'XT1053', 'XT1058', 'XT1060'],
    ['Moto X (2nd gen)', 'XT1092', 'XT1095', 'XT1096', 'XT1097'],
    ['Moto G', 'XT1031', 'XT1032', 'XT1033', 'XT1034'],
    ['Moto G (2nd gen)', 'XT1063', 'XT1064', 'XT1068', 'XT1069'],
    ['Moto G (3rd gen)', 'XT1540', 'XT1541', 'XT1542', 'XT1543', 'XT1544', 'XT1550'],
  ]),
  Samsung: [
    ...table([
      ['Galaxy S', 'GT-I9000'],
      ['Galaxy S II', 'GT-I9100'],
      ['Galaxy S III', 'GT-I9300', 'GT-I9305'],
      ['Galaxy S4', 'GT-I9500', 'GT-I9505'],
      ['Galaxy Note', 'GT-N7000'],
      ['Galaxy Note II', 'GT-N7100', 'GT-N7105'],
    ]),
    ...regions([
      ['SM-G900', 'Galaxy S5'],
      ['SM-G920', 'Galaxy S6'],
      ['SM-G925', 'Galaxy S6 edge'],
      ['SM-G930', 'Galaxy S7'],
      ['SM-G935', 'Galaxy S7 edge'],
      ['SM-G950', 'Galaxy S8'],
      ['SM-G955', 'Galaxy S8+'],
      ['SM-G960', 'Galaxy S9'],
      ['SM-G965', 'Galaxy S9+'],
      ['SM-G970', 'Galaxy S10e'],
      ['SM-G973', 'Galaxy S10'],
      ['SM-G975', 'Galaxy S10+'],
      ['SM-G991', 'Galaxy S21'],
      ['SM-G998', 'Galaxy S21 Ultra'],
      ['SM-S901', 'Galaxy S22'],
      ['SM-S908', 'Galaxy S22 Ultra'],
      ['SM-S911', 'Galaxy S23'],
      ['SM-S918', 'Galaxy S23 Ultra'],
      ['SM-S921', 'Galaxy S24'],
      ['SM-S928', 'Galaxy S24 Ultra'],
    ]),
  ],
}

/** Whole designations, each with the name that people say. */
function table(rows: readonly (readonly [name: string, ...written: string[]])[]): Rule[] {
  return rows.map(([name, ...written]) => [
    new RegExp(`^(?:${written.join('|')})$`, 'i'),
    () => name,
  ])
}

/** Designations that end with letters for the region or the network. */
function regions(rows: readonly (readonly [written: string, name: string])[]): Rule[] {
  return rows.map(([written, name]) => [new RegExp(`^${written}[A-Z]\\d?$`, 'i'), () => name])
}

/** The model of a maker as people say it: 'α7 III' for 'ILCE-7M3'; else as it is written. */
export function saidModel(maker: string, model: string): string {
  for (const [written, say] of ownValue(rules, maker) ?? []) {
    const match = written.exec(model)
    if (match) return say(...match.slice(1).map((part) => part ?? ''))
  }
  return model
}
