import { Link } from 'react-router';
import type { Block, Inline } from '../manual.logic.ts';

export function ManualText({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, at) => <Piece key={at} block={block} />);
}

function Piece({ block }: { block: Block }) {
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3';
    return <Heading id={block.id}>{block.text}</Heading>;
  }
  if (block.kind === 'table') return <Table head={block.head} rows={block.rows} />;
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul';
    return (
      <List>
        {block.items.map((item, at) => (
          <li key={at}>
            <Line inline={item} />
          </li>
        ))}
      </List>
    );
  }
  return (
    <p className={block.kind === 'note' ? 'manual-note' : undefined}>
      <Line inline={block.inline} />
    </p>
  );
}

function Table({ head, rows }: Pick<Extract<Block, { kind: 'table' }>, 'head' | 'rows'>) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column}>
                <Line inline={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Line({ inline }: { inline: readonly Inline[] }) {
  return inline.map((part, at) => {
    if (part.kind === 'bold') return <strong key={at}>{part.text}</strong>;
    if (part.kind === 'code') return <code key={at}>{part.text}</code>;
    if (part.kind === 'link')
      return (
        <Link key={at} to={part.to}>
          {part.text}
        </Link>
      );
    return part.text;
  });
}
