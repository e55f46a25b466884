"""The other systems that the installation uses: whether they are set up and work, and a test of each."""
