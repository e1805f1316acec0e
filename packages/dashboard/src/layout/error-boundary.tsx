import { Component, type ComponentChildren } from "preact";
import { useWords } from "../i18n/language.ts";
import { Button } from "../ui/button.tsx";
import { CardState } from "../ui/card-state.tsx";

const Broken = () => {
	const words = useWords();
	return (
		<div role="alert">
			<CardState
				icon="warning"
				tone="bad"
				title={words.trouble.brokenTitle}
				action={<Button onClick={() => location.reload()}>{words.trouble.reload}</Button>}
			>
				{words.trouble.brokenText}
			</CardState>
		</div>
	);
};

interface BoundaryProps {
	/** A change of this value, such as another URL, renders the children again. */
	resetKey: string;
	children: ComponentChildren;
}

/** Keeps an error in one page from blanking the others. */
export class ErrorBoundary extends Component<BoundaryProps, { failedAt: string | undefined }> {
	override state = { failedAt: undefined as string | undefined };

	override componentDidCatch(error: unknown) {
		console.error(error);
		this.setState({ failedAt: this.props.resetKey });
	}

	override render() {
		return this.state.failedAt === this.props.resetKey ? <Broken /> : this.props.children;
	}
}
