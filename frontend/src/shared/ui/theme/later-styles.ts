/** The styles that the first page does not need; every lazy component waits for them. */
import './mantine-later.css';
