import { Fragment, type ReactNode } from 'react';

import { type Block, blocksOf, type Bullet, type RichLine, type RichRun, type RichText } from '@/shared/lib/rich-text';

import classes from './rich-text.module.css';

/** A read-only text with lines, bullets and emphasis. */
export function RichTextView({ value }: { value: RichText }) {
  return <div className={classes.text}>{inOrder(blocksOf(value), (block) => blockView(block))}</div>;
}

function blockView(block: Block): ReactNode {
  if ('bullets' in block) return <Bullets bullets={block.bullets} />;
  return <p data-indent={block.paragraph.indent}>{lineView(block.paragraph)}</p>;
}

function Bullets({ bullets }: { bullets: readonly Bullet[] }) {
  return (
    <ul>
      {inOrder(bullets, ({ line, below }) => (
        <li data-level-only={line === null || undefined}>
          {line !== null && lineView(line)}
          {below.length > 0 && <Bullets bullets={below} />}
        </li>
      ))}
    </ul>
  );
}

function lineView({ runs }: RichLine): ReactNode {
  return runs.length === 0 ? <br /> : inOrder(runs, runView);
}

function runView({ text, bold, italic }: RichRun): ReactNode {
  const emphasized = italic ? <em>{text}</em> : text;
  return bold ? <strong>{emphasized}</strong> : emphasized;
}

/** Lines and runs have no identity other than their position. */
function inOrder<T>(parts: readonly T[], view: (part: T) => ReactNode): ReactNode {
  return parts.map((part, index) => <Fragment key={index}>{view(part)}</Fragment>);
}
