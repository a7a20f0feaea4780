// Reads a robots.txt as RFC 9309 says a crawler must.

type Rule = { readonly isAllowed: boolean; readonly path: string }
type Group = { readonly agents: string[]; readonly rules: Rule[] }

/** @throws for a line that the RFC's grammar does not have. */
export function readRobots(text: string) {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let isNaming = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const content = line.replace(/#.*/, '').trim()
    if (content === '') continue
    const match = /^([A-Za-z-]+)[ \t]*:[ \t]*(\S.*|)$/.exec(content)
    if (!match) throw new Error(`not a line of robots.txt: ${line}`)
    const [, key = '', value = ''] = match
    switch (key.toLowerCase()) {
      case 'user-agent':
        if (!/^([A-Za-z_-][A-Za-z0-9_ -]*|\*)$/.test(value) && !/^[A-Za-z0-9_ -]+$/.test(value)) {
          throw new Error(`not a product token: ${value}`)
        }
        if (isNaming) groups.at(-1)!.agents.push(value.toLowerCase())
        else groups.push({ agents: [value.toLowerCase()], rules: [] })
        isNaming = true
        break
      case 'allow':
      case 'disallow':
        if (!value.startsWith('/')) throw new Error(`not a path: ${value}`)
        groups.at(-1)!.rules.push({ isAllowed: key.toLowerCase() === 'allow', path: value })
        isNaming = false
        break
      case 'sitemap':
        sitemaps.push(new URL(value).href)
        break
      default:
        throw new Error(`not a rule of the RFC: ${line}`)
    }
  }

  /** The rules of all groups that name the agent, else of those for all. */
  const rulesFor = (agent: string): Rule[] => {
    const named = (name: string) => groups.filter(({ agents }) => agents.includes(name))
    const own = named(agent.toLowerCase())
    return (own.length > 0 ? own : named('*')).flatMap(({ rules }) => rules)
  }

  return {
    sitemaps,
    /** The longest match wins; of two of the same length, the one that allows. */
    allows: (agent: string, path: string): boolean => {
      const matching = rulesFor(agent)
        .filter((rule) => patternOf(rule.path).test(path))
        .sort((a, b) => b.path.length - a.path.length || Number(b.isAllowed) - Number(a.isAllowed))
      return matching[0]?.isAllowed ?? true
    },
  }
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${escaped.endsWith('$') ? escaped : escaped.replaceAll('$', '\\$')}`)
}
