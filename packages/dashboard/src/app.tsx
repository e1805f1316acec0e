export const App = () => <main>Footfall</main>;
